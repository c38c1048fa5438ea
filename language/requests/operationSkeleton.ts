/**
 * The least JSON that an operation needs, for a new request file and for completion. Values that only the author knows
 * are left empty.
 */
import { plainShape } from "./operationRequest.ts";
import type { OperationShape, Shape } from "./operations.ts";

/** Returns the text of a whole file, with the environment Test if the service has environments. */
export function skeletonOf({ id, shape }: OperationShape): string {
  const { environment, ...properties } = shape.properties ?? {};
  const file = {
    operation: id,
    ...(environment === undefined ? {} : { environment: "Test" }),
    ...(emptyValue({ ...shape, properties }) as object),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** Returns JSON on one line. */
export function emptyJson(shape: Shape): string {
  return JSON.stringify(emptyValue(shape), undefined, 1).replace(/\n\s*/g, " ");
}

function emptyValue(given: Shape): unknown {
  const shape = plainShape(given);
  if (shape.const !== undefined) return shape.const;
  if (shape.contentEncoding === "base64") return { file: "" };
  if (shape.format === "password") return { secret: "password" };
  const [type] = [shape.type].flat();
  switch (type) {
    case "array":
      return shape.minItems !== undefined && shape.items !== undefined ? [emptyValue(shape.items)] : [];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return shape.enum?.[0] ?? Math.max(0, shape.minimum ?? 0);
    case "object":
      return Object.fromEntries(neededIn(shape).map((name) => [name, emptyValue(shape.properties?.[name] ?? {})]));
    case "string":
      return "";
    default:
      return shape.anyOf === undefined ? {} : "";
  }
}

/** Leaves out the name of a file, because a file that is given by its path gets its name from the path. */
function neededIn({ required = [], properties = {} }: Shape): readonly string[] {
  const holdsFile = Object.values(properties).some(({ contentEncoding }) => contentEncoding === "base64");
  return required.filter((name) => !holdsFile || (name !== "name" && name !== "fileName"));
}
