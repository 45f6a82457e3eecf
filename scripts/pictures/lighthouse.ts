/** The project in the pictures. */
export const README = '# Lighthouse\n\nKeeps a lamp burning.\n';

export const PROJECT_RULES = `# Rules of this repository.

[[permissions.rules]]
pattern = "Bash:npm publish *"
action  = "ask"
comment = "a person decides what is released"

[[permissions.rules]]
pattern = "Bash:git push --force *"
action  = "deny"
reason  = "history is shared; push without --force"

[[permissions.rules]]
pattern = "Read:.env*"
action  = "deny"
reason  = "secrets stay out of the conversation"
`;

export const USER_RULES = `# Mine, in every project.

[[permissions.rules]]
pattern = "Bash:{ls,cat,tee} *"
action  = "allow"

[[permissions.rules]]
pattern = "Bash:git {status,log,diff} *"
action  = "allow"
comment = "only looks"

[[permissions.rules]]
pattern = "Bash:npm test *"
action  = "allow"
`;
