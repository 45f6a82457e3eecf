/** What all clients are held to. `touch unruled` is a question. */
export const RULES = `
[[permissions.rules]]
pattern = "Bash:touch denied*"
action = "deny"
reason = "no such file here"

[[permissions.rules]]
pattern = "Bash:touch allowed*"
action = "allow"

[[permissions.rules]]
pattern = "Bash:touch unruled*"
action = "ask"

[[permissions.rules]]
pattern = "Write:written-denied*"
action = "deny"
reason = "nothing is written there"

[[permissions.rules]]
pattern = "Write:written-allowed*"
action = "allow"

[[permissions.rules]]
pattern = "Agent"
action = "allow"

[[permissions.rules]]
pattern = "mcp__probe__refused"
action = "deny"
reason = "this tool is off"

[[permissions.rules]]
pattern = "mcp__probe__granted"
action = "allow"
`;
