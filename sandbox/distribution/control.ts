/** A route of the Control API: the outcome of distributions, which the service's API does not return. */
import type { ControlRow } from "../base/route.ts";
import { writeTime } from "../base/time.ts";
import type { Distribution } from "./handlers.ts";

/** Milliseconds from acceptance to delivery (N28). */
const deliveryTime = 60_000;

export const distributionControl: readonly ControlRow[] = [
  [
    "GET",
    "/distributions",
    ({ state }) => ({
      json: {
        items: state
          .all<Distribution & { environment: string }>("SELECT * FROM distribution ORDER BY createdAt, correlationId")
          .map(({ createdAt, notificationReady, documentHash: _, ...rest }) => ({
            ...rest,
            state: state.now() - createdAt < deliveryTime ? "accepted" : "delivered",
            notificationReady: notificationReady === 1,
            at: writeTime(state, createdAt),
          })),
      },
    }),
  ],
];
