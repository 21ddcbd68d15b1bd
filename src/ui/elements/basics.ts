/**
 * The elements that almost every page shows, in one import. What the first pages show imports the few that it needs,
 * because these load before anything can be seen.
 */
import './age/age.ts';
import './button/button.ts';
import './dialog/dialog.ts';
import './empty/empty.ts';
import './field/field.ts';
import './foot/foot.ts';
import './id/id.ts';
import './notice/notice.ts';
import './progress/progress.ts';
import './skeleton/skeleton.ts';
import './status/status.ts';
import './track/track.ts';
