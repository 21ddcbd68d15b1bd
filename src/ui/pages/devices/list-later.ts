/** What the list shows at times: how far a reading has come, filters that are on, what went wrong. Fetched when the rows stand. */
import '../../elements/notice/notice.ts';
import '../../elements/progress/progress.ts';
import '../../shared/failure.ts';
import './filter-chips.ts';
