/**
 * Contributions that the crawl does not reach, each with the reason. One that is reached after all fails the crawl, so
 * that no exception outlives its reason.
 */
export const exceptions: Readonly<Record<string, string>> = {};
