/**
 * The printed codes that are read, by the names that browsers give them. The first is taken where a picture has several:
 * square codes before bars, and the numbers of products last.
 */
export const LABEL_FORMATS = ['qr_code', 'data_matrix', 'aztec', 'code_128', 'code_39', 'ean_13', 'ean_8'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];
/** Read only where the browser's detector can. */
export const DETECTOR_ONLY: readonly LabelFormat[] = ['aztec', 'code_39'];

/** Which codes are read: labels of things, or the pages of a file on another screen, which are only QR codes. */
export type Wanted = 'labels' | 'pages';

export interface ReadCode {
  readonly text: string;
  readonly format: LabelFormat;
}
