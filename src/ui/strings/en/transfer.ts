/** Words of giving a file to another phone at hand: by the share sheet, or as codes on the screen that the other one scans. */
export const transferStrings = {
  share: 'Share the file',
  notShared: 'The file could not be shared. Save it, and hand it on from your downloads.',
} as const;
