export const DRAWN_FILES: readonly (readonly string[])[];
export function filesLeftOut(seed: number): string[];
