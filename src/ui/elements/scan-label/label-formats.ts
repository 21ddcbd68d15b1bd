/** The printed codes that are read, by the names that browsers give them. */
export const LABEL_FORMATS = ['qr_code', 'data_matrix', 'code_128', 'ean_13', 'ean_8'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

/** Which codes are read: labels of things, or the pages of a file on another screen, which are only QR codes. */
export type Wanted = 'labels' | 'pages';

export interface ReadCode {
  readonly text: string;
  readonly format: LabelFormat;
}
