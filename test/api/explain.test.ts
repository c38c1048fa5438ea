/** The meaning of a refusal, for each operation: everything that the service said, and nothing else. */
import assert from "node:assert/strict";
import { explain, operationOf, operations } from "../../api/index.ts";
import type { OperationId } from "../../api/index.ts";
import { statusFailure } from "../../api/http/failure.ts";

function explained(operation: OperationId, status: number, asked: Parameters<typeof explain>[1] = {}): string {
  return explain(statusFailure(status, { operation, effect: "write", host: "forms.example" }, {}), asked);
}

describe("explain", () => {
  const rows: readonly (readonly [
    string,
    OperationId,
    number,
    Parameters<typeof explain>[1],
    readonly RegExp[],
    readonly RegExp[],
  ])[] = [
    [
      "T11 names the whole family of folders",
      "textlibrary.texts.create",
      409,
      {},
      [/same top folder/, /top folder/],
      [],
    ],
    [
      "T12 never says that the twin can be found",
      "textlibrary.texts.update",
      409,
      {},
      [/cannot see/],
      [/find it|open it/i],
    ],
    ["T12 of a folder's code too", "textlibrary.folders.create", 409, {}, [/company/, /cannot see/], []],
    ["T13 a subfolder holds no folders", "textlibrary.folders.create", 400, {}, [/subfolder/], []],
    [
      "T14 names invisible content of a folder",
      "textlibrary.folders.delete",
      409,
      {},
      [/texts or subfolders/, /cannot see/, /Nothing was deleted/],
      [],
    ],
    [
      "T34 a text that is not shown",
      "textlibrary.texts.get",
      404,
      {},
      [/missing, private, or of another company/, /not necessarily deleted/],
      [/(was|is) deleted\./],
    ],
    ["T34 a folder that is not known, on writing", "textlibrary.texts.update", 404, {}, [/folder/, /kept/], []],
    [
      "T71 a form that is not shown names the environment",
      "forms.read",
      404,
      { environment: "Test" },
      [/an environment other than Test/, /not necessarily deleted/],
      [],
    ],
    ...(
      ["forms.read", "forms.propertyValue", "forms.propertyFile", "forms.delete", "pdf.existing", "pdf.render"] as const
    ).map(
      (operation) =>
        [
          `T71 ${operation} says of a form that is not shown that it may be elsewhere, never that it was deleted`,
          operation,
          404,
          {},
          [/another environment/, /another company/, /not necessarily deleted\. Try the other environments/],
          [/no longer|has been/],
        ] as const,
    ),
    [
      "T94 Prometheus' 500 may be a client without a company",
      "statistics.prometheus",
      500,
      {},
      [/does not belong to a company/, /Either the service failed/],
      [/later/i],
    ],
    [
      "T94 the rows' 403 is one",
      "statistics.analytics",
      403,
      {},
      [/does not belong to a company/, /administrator/],
      [/later/i],
    ],
    ["T105 an unknown event is 400", "audit.get", 400, {}, [/no event with this id/], [/refused/]],
    ["T98 T108 a refused event was not stored", "audit.write", 400, {}, [/stored nothing/, /event name/], []],
    ["T91 a Standard client cannot write events", "audit.write", 403, {}, [/type Audit/, /Nothing was stored/], []],
    ["T74 a property without a value", "forms.propertyValue", 404, {}, [/no value/], []],
    [
      "a named environment group may be wrong, another one, or not taken",
      "documents.sessions.discard",
      404,
      { environment: "Test", environmentGroup: "Nort" },
      [
        /no such session/,
        /used the environment group Nort\. Perhaps the group is misspelled, or this call does not accept a group\. Or .* in another group\./,
      ],
      [],
    ],
    [
      "a group without a meaning of its own",
      "documents.engine.version",
      404,
      { environmentGroup: "Nort" },
      [/used the environment group Nort/],
      [],
    ],
    [
      "nothing of a group in other refusals",
      "documents.sessions.discard",
      409,
      { environmentGroup: "Nort" },
      [/may have ended/],
      [/group/],
    ],
    [
      "T87 names Smartform and environment",
      "forms.create",
      404,
      { environment: "Production", body: { dialogDefinitionId: "s-1" } },
      [/"s-1"/, /not deployed to Production/],
      [],
    ],
    [
      "T87 with the environment in the body",
      "pdf.createForm",
      404,
      { body: { dialogDefinitionId: "s-1", environment: "Test" } },
      [/deployed to Test/],
      [],
    ],
  ];
  for (const [what, operation, status, asked, says, saysNot] of rows) {
    it(what, () => {
      const text = explained(operation, status, asked);
      for (const pattern of says) assert.match(text, pattern);
      for (const pattern of saysNot) assert.doesNotMatch(text, pattern);
    });
  }

  it("T67 explains a form of another Smartform in the same way, whatever the status", () => {
    for (const operation of ["pdf.render", "pdf.existing"] as const) {
      assert.equal(new Set([400, 404, 406, 409, 410, 418, 422].map((status) => explained(operation, status))).size, 1);
      assert.match(explained(operation, 400), /the form belongs to another Smartform/);
    }
  });

  it("explains every operation and status, with its name and host if it adds nothing", () => {
    for (const operation of Object.keys(operations) as OperationId[]) {
      for (const status of [400, 401, 403, 404, 406, 409, 413, 418, 429, 500, 501, 503])
        assert.ok(explained(operation, status).length > 20);
      // This call is the only one whose 500 may also mean that the client does not belong to a company (T94).
      if (operation !== "statistics.prometheus")
        assert.equal(
          explained(operation, 500),
          `Could not ${operationOf(operation).name} on forms.example: the service failed (500). The call may have taken effect anyway. Check before you do it again.`,
        );
    }
  });
});
