/** Deletes forms: a single one at once, many in the background. */
import type { Handler } from "../base/call.ts";
import { field, objectBody } from "../base/read.ts";
import { Refusal } from "../base/refusal.ts";
import { findForm, visibleForm } from "./form.ts";
import { recordFormEvent } from "./formEvents.ts";

/** Milliseconds of the service's clock until a bulk delete is done. */
const background = 2000;

export const deleteForm: Handler = (call) => {
  const { state, company, path, environment } = call;
  const form = visibleForm(state, { company, id: path["id"], environment });
  state.run("DELETE FROM form WHERE id = ?", form.id);
  recordFormEvent(call, "FormDeleted", form);
  return { status: Number(state.choice("F2")) };
};

/** Always 200: ids that are not the company's are skipped silently (T75, T76). */
export const deleteForms: Handler = (call) => {
  const { state, company, body, environment } = call;
  if (state.choice("T77") === "dropped, 200") return { status: 200 };
  if (state.choice("T77") === "dropped, 400") throw new Refusal("body-not-json", "an object is required");
  const ids = field(objectBody(body), "dialogValuesIds");
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string" || typeof id === "number"))
    throw new Refusal("bad-field", "dialogValuesIds must be a list of ids");
  for (const id of ids.map(String)) {
    const form = findForm(state, { company, id, environment });
    if (
      form &&
      state.run("UPDATE form SET deleteAt = ? WHERE id = ? AND deleteAt IS NULL", state.now() + background, form.id) > 0
    )
      recordFormEvent(call, "FormDeleted", form);
  }
  return { status: 200 };
};
