/**
 * Contributions that the crawl does not reach, each with the reason. The crawl fails if it reaches such a contribution
 * after all, so that no exception outlives its reason.
 */
export const exceptions: Readonly<Record<string, string>> = {};
