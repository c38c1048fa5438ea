/** Answers what an editor asks about a request file: a create-form request, or a request of another call. */
import type { Context } from "../context.ts";
import type { Request } from "../requests/request.ts";
import { callRequestCompletion } from "./callRequestCompletion.ts";
import { callRequestHover } from "./callRequestHover.ts";
import type { Completion } from "./completion.ts";
import type { Definition } from "./definition.ts";
import { formRequestCompletion } from "./formRequestCompletion.ts";
import { formRequestDefinition, formRequestHover } from "./formRequestHover.ts";
import type { Hover } from "./hover.ts";

export function requestCompletion(request: Request, offset: number, context: Context): Completion {
  return context.requestFile === undefined
    ? formRequestCompletion(request, offset, context)
    : callRequestCompletion(request, offset, context.requestFile);
}

export function requestHover(request: Request, offset: number, context: Context): Hover | null {
  return context.requestFile === undefined
    ? formRequestHover(request, offset, context)
    : callRequestHover(request, offset, context.requestFile);
}

/** Returns null for a request of another call, because nothing in it leads to a definition. */
export function requestDefinition(request: Request, offset: number, context: Context): Definition | null {
  return context.requestFile === undefined ? formRequestDefinition(request, offset, context) : null;
}
