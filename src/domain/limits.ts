/** Limits that the strings name. They stand alone because the strings of a language are loaded before the app. */

/** The largest packet that a beacon accepts and a browser can write at once, bytes. */
export const MAX_PACKET_BYTES = 512;
/** Requests for telemetry in any minute, over all windows (field-facts.md 3). */
export const REQUESTS_PER_MINUTE = 30;
/** A query for telemetry that may need more requests than this needs confirmation, and stops at this limit without it. */
export const FREE_REQUESTS = 10;
/** Entries of a typed or pasted list of IDs. A longer one is a file. */
export const MAX_TYPED_IDS = 5000;
/** Columns of a table that is imported. Each of them is a field on the page. */
export const MAX_COLUMNS = 200;
/**
 * The largest file that is taken from another app, a drop or a chooser, bytes: three times a job of 10,000 beacons with
 * their packages and receipts.
 */
export const MAX_FILE_BYTES = 50_000_000;
/** The largest file with a template, bytes. */
export const MAX_TEMPLATE_BYTES = 1_000_000;
/**
 * Maximum number of devices stored for one account, twice what the app is made for. More would make a phone
 * unresponsive.
 */
export const MAX_DEVICES = 200_000;
/**
 * Maximum number of bytes of an answer's body. No honest answer is larger, and a phone that has to hold one becomes
 * unresponsive or crashes.
 */
export const MAX_BODY_BYTES = 50_000_000;
/** The most records of telemetry that one request may ask for. */
export const MAX_PAGE_RECORDS = 2000;
/** The most IDs of a query for telemetry that starts by itself. */
export const MAX_QUERY_IDS = 1000;
/** The longest silence that an alarm may wait for, h. */
export const MAX_SILENT_HOURS = 2160;
/** The highest temperature that an alarm may watch, °C. */
export const MAX_CELSIUS = 1000;
