/**
 * The door to tickets. It is separate from the main door, so that an import rule can forbid it to every module except
 * the one in which a person confirms a call.
 */
export { grantTicket } from "./http/ticket.ts";
