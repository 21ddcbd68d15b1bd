/** What the list shows at times: how far a reading has come, filters that are on, what went wrong, that there is nothing. Fetched when the rows stand. */
import '../../elements/empty/empty.ts';
import '../../elements/notice/notice.ts';
import '../../elements/progress/progress.ts';
import '../../shared/failure.ts';
import './filter-chips.ts';
