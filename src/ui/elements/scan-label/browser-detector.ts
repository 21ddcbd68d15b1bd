/** The browser's own detector of codes (Shape Detection API). */
import { DETECTOR_ONLY, LABEL_FORMATS, type LabelFormat, type ReadCode, type Wanted } from './label-formats.ts';

/** The used part of the interface, which TypeScript's library lacks. */
interface BrowserDetectors {
  new (options: { formats: readonly string[] }): {
    detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string; readonly format: string }[]>;
  };
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Finds the codes in a picture. May reject, and may never settle. */
export type Detect = (video: HTMLVideoElement) => Promise<readonly ReadCode[]>;

/** Null where the browser has no detector, or one that lacks a format that we read ourselves. May never settle. */
export async function openDetector(wanted: Wanted): Promise<Detect | null> {
  const { BarcodeDetector: Detectors } = globalThis as { BarcodeDetector?: BrowserDetectors };
  if (Detectors === undefined) return null;
  try {
    const supported = await Detectors.getSupportedFormats();
    const asked: readonly LabelFormat[] = wanted === 'pages' ? ['qr_code'] : LABEL_FORMATS;
    const formats = asked.filter((format) => supported.includes(format));
    if (asked.some((format) => !formats.includes(format) && !DETECTOR_ONLY.includes(format))) return null;
    const detector = new Detectors({ formats });
    return async (video) =>
      (await detector.detect(video)).flatMap(({ rawValue, format: name }) => {
        const format = formats.find((one) => one === name);
        return format === undefined || rawValue === '' ? [] : [{ text: rawValue, format }];
      });
  } catch {
    // The interface exists but does not work, as on a phone without the service behind it.
    return null;
  }
}
