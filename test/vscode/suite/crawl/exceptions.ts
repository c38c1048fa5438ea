/** What is contributed and the crawl does not reach, each with the reason. One that is reached after all fails the crawl, so that none of them outlives its reason. */
export const exceptions: Readonly<Record<string, string>> = {
  // `betterPlaces` of api/requests/kinds.ts refuses both in request files, and nothing else makes them.
  "ticket distribution.send": "nothing in the editor sends it: distribution.sendOnce, which reaches its receivers once however often it is sent, takes its place",
  "ticket distribution.sendJson": "nothing in the editor sends it: distribution.sendOnceJson takes its place",
};
