/**
 * Code that is loaded later is bundled separately, with a copy of everything that it imports. Errors of one copy are
 * recognized by the other.
 */
import assert from "node:assert/strict";
import { ApiError, isApiError } from "../../api/index.ts";
import type * as errors from "../../api/error.ts";

describe("errors of calls", () => {
  it("are recognized although another copy of the class made them", async () => {
    const copy = (await import(new URL("../../api/error.ts?copy", import.meta.url).href)) as typeof errors;
    const error = new copy.ApiError("not-found", "forms.fields", "none", "It is not shown.");
    assert.ok(!(error instanceof ApiError));
    assert.ok(isApiError(error));
    assert.ok(!isApiError(new Error("It is not shown.")));
  });
});
