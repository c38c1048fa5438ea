/** Routes of the Control API for digital signing, for tests and people. */
import * as z from "zod";
import type { Call, Reply } from "../base/call.ts";
import { readBody } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import type { ControlRow } from "../base/route.ts";
import { act, move } from "./life.ts";
import { anyOrder, orderStatus } from "./order.ts";

/** `signatory`: its index in the request, from 0. */
const action = z.object({ signatory: z.int().min(0), action: z.enum(["sign", "reject", "open", "expire", "forward"]) });

/** The statuses that no signatory causes. */
const status = z.object({ status: z.literal([orderStatus.downloaded, orderStatus.canceled, orderStatus.error]) });

export const signingControl: readonly ControlRow[] = [
  [
    "POST",
    "/signing/{orderId}/act",
    (call) => {
      const order = anyOrder(call.state, call.path["orderId"]);
      const read = action.safeParse(call.body);
      if (!read.success)
        throw new Refusal("bad-field", "signatory must be a number, and action sign, reject, open, expire or forward");
      const signatory = order.signatories[read.data.signatory];
      if (!signatory)
        throw new Refusal("bad-field", `the order has ${order.signatories.length} signatories, numbered from 0`);
      const { afterwards } = act(call, order, signatory, read.data.action);
      return { ...standing(call, order.id), ...(afterwards === undefined ? {} : { afterwards }) };
    },
  ],
  [
    "POST",
    "/signing/{orderId}/status",
    (call) => {
      const order = anyOrder(call.state, call.path["orderId"]);
      move(call, order, readBody(status, call.body).status);
      return standing(call, order.id);
    },
  ],
];

/** Returns the current state of the order. */
function standing({ state }: Call, id: string): Reply {
  const { status: now, signatories } = anyOrder(state, id);
  return { json: { status: now, signStatus: signatories.map(({ signStatus }) => signStatus) } };
}
