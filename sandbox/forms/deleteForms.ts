/** Deletes forms: one at once, many in the background. */
import type { Handler } from "../call.ts";
import { field, objectBody } from "../read.ts";
import { Refusal } from "../refusals.ts";
import { findForm, visibleForm } from "./form.ts";

/** Milliseconds of the service's clock until a bulk delete is done. */
const background = 2000;

export const deleteForm: Handler = ({ state, company, path, environment }) => {
  state.run("DELETE FROM form WHERE id = ?", visibleForm(state, { company, id: path["id"], environment }).id);
  return { status: 204 };
};

/** 200 whatever is deleted: ids that are not the company's are skipped in silence (T75, T76). */
export const deleteForms: Handler = ({ state, company, body, environment }) => {
  if (state.choice("T77") === "dropped, 200") return { status: 200 };
  if (state.choice("T77") === "dropped, 400") throw new Refusal("body-not-json", "an object is needed");
  const ids = field(objectBody(body), "dialogValuesIds");
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string")) throw new Refusal("bad-field", "dialogValuesIds must be a list of ids");
  for (const id of ids) {
    const form = findForm(state, { company, id, environment });
    if (form) state.run("UPDATE form SET deleteAt = ? WHERE id = ? AND deleteAt IS NULL", state.now() + background, form.id);
  }
  return { status: 200 };
};
