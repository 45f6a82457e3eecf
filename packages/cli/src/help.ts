export const HELP = `caliban: the permission system for AI coding agents

  caliban perms test <tool> [<input>]      what the rules say about a call
  caliban perms explain <tool> [<input>]   the same, with every rule that was tried
  caliban --version

caliban perms --help says more.
`;

export const PERMS_HELP = `caliban perms: ask the rules

  caliban perms test <tool> [<input>]      prints the verdict, the deciding rule and part
  caliban perms test --batch FILE|-        JSON lines in, JSON lines out
  caliban perms explain <tool> [<input>]   every rule in order, tried against every part

<input> is the call's input as JSON, or its first argument as plain text (a command, a path, a url); - reads it from stdin.

  --allow PATTERN, --deny PATTERN, --ask PATTERN   rules in front of all others, in the order given; repeatable
  --mode MODE        default, acceptEdits, plan, auto, dontAsk or bypassPermissions
  --workspace DIR    instead of the git top level of the working directory
  --no-defaults      without the built-in rules
  --json             one JSON object instead of text

perms test exits 0 for allow, 1 for deny, 2 for ask, 3 for an error; --batch exits 0 when every line was judged.

  caliban perms test Bash 'git push'
  caliban perms test Bash 'git status && rm -rf ~' --allow 'Bash:git *'
  caliban perms test Edit '{"path":"src/a.ts"}' --allow 'Edit:src/**' --json
  caliban perms explain Bash 'make test 2>&1 | tail -5' --allow 'Bash:make *'
`;
