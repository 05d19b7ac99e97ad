// What tests must not hear of the shell that they are started from: a store, a model or a key of whoever runs them would
// change what commands do and print.

/** Settings of the tests themselves. */
const KEPT = /^HAFT_(?:SEEDS?|KILLS|SIGNALS|TEST_[A-Z]+)$/;
const TAKEN_AWAY = /^HAFT_|_API_KEY$|^(?:FORCE_COLOR|GITHUB_WORKSPACE|XDG_STATE_HOME)$/;

/** Takes it out of an environment. */
export function testEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) {
    if (TAKEN_AWAY.test(name) && !KEPT.test(name)) delete environment[name];
  }
}
