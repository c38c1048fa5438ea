/**
 * Contributions that the crawl does not reach, each with the reason. If the crawl reaches such a contribution after
 * all, it fails, so that no exception outlives its reason.
 */
export const exceptions: Readonly<Record<string, string>> = {};
