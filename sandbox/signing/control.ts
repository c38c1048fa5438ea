/** What tests and people do to digital signing from outside of its API. */
import * as z from "zod";
import type { ControlRow } from "../control.ts";
import { Refusal } from "../refusals.ts";
import { act } from "./life.ts";
import { anyOrder } from "./order.ts";

/** `signatory` is the place in the request, from 0. */
const action = z.object({ signatory: z.int().min(0), action: z.enum(["sign", "reject", "expire", "forward"]) });

export const signingControl: readonly ControlRow[] = [
  ["POST", "/signing/{orderId}/act", (call) => {
    const order = anyOrder(call.state, call.path["orderId"]);
    const read = action.safeParse(call.body);
    if (!read.success) throw new Refusal("bad-field", "signatory is a number, and action is sign, reject, expire or forward");
    const signatory = order.signatories[read.data.signatory];
    if (!signatory) throw new Refusal("bad-field", `the order has ${order.signatories.length} signatories, the first of which is 0`);
    const { afterwards } = act(call, order, signatory, read.data.action);
    const { status, signatories } = anyOrder(call.state, order.id);
    return { json: { status, signStatus: signatories.map((each) => each.signStatus) }, ...(afterwards === undefined ? {} : { afterwards }) };
  }],
];
