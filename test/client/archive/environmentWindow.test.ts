/** The environment that a person chooses for an archive is valid for one company only. */
import assert from "node:assert/strict";
import type * as Module from "../../../client/archive/environment.ts";
import type { Profile } from "../../../client/connections/connectionsModel.ts";
import { commands } from "../../../client/identifiers.ts";
import type { Services } from "../../../client/services.ts";
import { begin, inOwnWindow, run } from "../ownVscode.ts";

const { createArchiveEnvironment } = await inOwnWindow<typeof Module>("client/archive/environment.ts");

const profile = (host: string): Profile => ({
  name: "acme",
  authUrl: `https://auth.${host}.example`,
  formsApiUrl: `https://forms.${host}.example`,
  clientId: "standard",
});

describe("the environment that was chosen for an archive", () => {
  it("does not apply to another company whose connection later has the same name", async () => {
    const kept = new Map<string, unknown>();
    const connections = { current: "acme", environment: undefined, profiles: [profile("north")] };
    const services = {
      connections,
      extension: {
        workspaceState: {
          get: (key: string, otherwise: unknown) => kept.get(key) ?? otherwise,
          update: async (key: string, value: unknown) => void kept.set(key, value),
        },
      },
      log: {},
    } as unknown as Services;
    const environment = createArchiveEnvironment(services);
    begin(() => "Production");
    await run(commands.chooseArchiveEnvironment);
    assert.equal(environment.current, "Production");
    connections.profiles = [profile("south")];
    assert.equal(environment.current, undefined);
    connections.profiles = [profile("north")];
    assert.equal(environment.current, "Production");
    begin(() => {
      connections.profiles = [profile("east")];
      return "Test";
    });
    await run(commands.chooseArchiveEnvironment);
    assert.equal(environment.current, undefined, "It was chosen for the company that the question was about.");
    connections.profiles = [profile("north")];
    assert.equal(environment.current, "Test");
  });
});
