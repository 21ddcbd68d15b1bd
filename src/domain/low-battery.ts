/** The limit of a low battery. A file of its own, because the strings of every language need it and nothing else of the list. */

/** Percent at which a battery counts as low without another limit. */
export const LOW_BATTERY_PERCENT = 20;
