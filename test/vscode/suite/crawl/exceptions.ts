/**
 * What is contributed and the crawl does not reach, each with the reason. One that is reached after all fails the
 * crawl, so that none of them outlives its reason.
 */
export const exceptions: Readonly<Record<string, string>> = {};
