/** The kinds of files that the app writes. JSON has the name in its `format`; the name of every file begins with it. */
import { RECEIPT_FILE_FORMAT } from './receipt-file.ts';

export const FILE_FORMATS = {
  receipts: { name: RECEIPT_FILE_FORMAT, ending: 'json' },
  job: { name: 'beacon-fieldkit-job', ending: 'json' },
  template: { name: 'beacon-fieldkit-template', ending: 'json' },
  diagnostics: { name: 'beacon-fieldkit-diagnostics', ending: 'json' },
  phoneCheck: { name: 'beacon-fieldkit-phone-check', ending: 'json' },
  report: { name: 'beacon-fieldkit-report', ending: 'csv' },
  jobTable: { name: 'beacon-fieldkit-job', ending: 'csv' },
  deviceTable: { name: 'beacon-fieldkit-devices', ending: 'csv' },
  records: { name: 'beacon-fieldkit-telemetry', ending: 'csv' },
} as const;

export type FileFormat = keyof typeof FILE_FORMATS;
