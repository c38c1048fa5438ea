/** A create-form request with sample values, see `sampleRequest`. */
import { known, sampleFormRequest, unknown } from "../../language/index.ts";
import type { Catalog } from "../../language/index.ts";
import { inMeantLibrary } from "../handler.ts";
import type { Handler } from "../handler.ts";
import { sampleRequest } from "../protocol.ts";
import type { Meant, SampleParams, SampleResult } from "../protocol.ts";

export const onSample: Handler<SampleParams & Meant, SampleResult> = {
  method: sampleRequest,
  otherwise: () => null,
  work: inMeantLibrary((params, { library }) => sample(library().current, params)),
};

/**
 * Returns a request that can be sent unchanged, for the version that runs in the environment; null if the Smartform is
 * unknown.
 */
export function sample(catalog: Catalog, { smartformId, environment }: SampleParams): SampleResult {
  const smartform = catalog.smartform(smartformId);
  if (smartform.state !== "known") return null;
  const version = smartform.value.deployed?.find((each) => each.environment === environment);
  const meant =
    version === undefined ? smartform.value : { ...smartform.value, fields: known(version.fields), pages: unknown };
  return {
    dialogDefinitionId: smartformId,
    ...(environment !== undefined && { environment }),
    ...sampleFormRequest(meant, { catalog, data: catalog.dataTable() }),
  };
}
