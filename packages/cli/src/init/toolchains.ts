/** What a file at the top of a project says about it. */
export type Toolchain = {
  readonly name: string;
  /** Any one of these files is enough. */
  readonly files: readonly string[];
  /** Commands that check the project and accept no argument that could make them do something else. */
  readonly commands: readonly (readonly [command: string, comment: string])[];
};

const TESTS = "runs this project's tests";
const CHECKS = 'checks the code, changes nothing';
const BUILDS = 'builds this project';
const FORMATS = 'rewrites the layout of source files, nothing else';

/**
 * Exact commands only: with free arguments `go test -exec`, `cargo --config` or `pytest -p` run any program. The commands of npm
 * and similar tools come from package.json.
 */
export const TOOLCHAINS: readonly Toolchain[] = [
  {
    name: 'TypeScript',
    files: ['tsconfig.json'],
    commands: [
      ['tsc', 'compiles as tsconfig.json says'],
      ['tsc --noEmit', CHECKS],
      ['npx tsc', 'compiles as tsconfig.json says'],
      ['npx tsc --noEmit', CHECKS],
    ],
  },
  {
    name: 'Python',
    files: ['pyproject.toml', 'setup.py', 'setup.cfg', 'pytest.ini', 'tox.ini', 'requirements.txt'],
    commands: [
      ['pytest', TESTS],
      ['pytest -q', TESTS],
      ['pytest -x', TESTS],
      ['pytest -v', TESTS],
      ['python -m pytest', TESTS],
      ['ruff check', CHECKS],
      ['ruff check .', CHECKS],
      ['mypy .', CHECKS],
    ],
  },
  {
    name: 'Rust',
    files: ['Cargo.toml'],
    commands: [
      ['cargo test', TESTS],
      ['cargo test --workspace', TESTS],
      ['cargo build', BUILDS],
      ['cargo build --release', BUILDS],
      ['cargo check', CHECKS],
      ['cargo clippy', CHECKS],
      ['cargo fmt', FORMATS],
      ['cargo fmt --check', CHECKS],
    ],
  },
  {
    name: 'Go',
    files: ['go.mod', 'go.work'],
    commands: [
      ['go test ./...', TESTS],
      ['go test -v ./...', TESTS],
      ['go test -race ./...', TESTS],
      ['go build ./...', BUILDS],
      ['go vet ./...', CHECKS],
      ['gofmt -l .', CHECKS],
    ],
  },
  {
    name: 'Java (Maven)',
    files: ['pom.xml'],
    commands: [
      ['mvn test', TESTS],
      ['mvn -q test', TESTS],
      ['mvn compile', BUILDS],
    ],
  },
  {
    name: 'Java (Gradle)',
    files: ['build.gradle', 'build.gradle.kts'],
    commands: [
      ['./gradlew test', TESTS],
      ['./gradlew build', BUILDS],
      ['./gradlew check', TESTS],
    ],
  },
  {
    name: 'Ruby',
    files: ['Gemfile'],
    commands: [
      ['bundle exec rspec', TESTS],
      ['bundle exec rake test', TESTS],
      ['bundle exec rubocop', CHECKS],
    ],
  },
  {
    name: 'PHP',
    files: ['composer.json'],
    commands: [['vendor/bin/phpunit', TESTS]],
  },
  {
    name: '.NET',
    files: ['global.json', 'Directory.Build.props'],
    commands: [
      ['dotnet test', TESTS],
      ['dotnet build', BUILDS],
    ],
  },
  {
    name: 'Elixir',
    files: ['mix.exs'],
    commands: [
      ['mix test', TESTS],
      ['mix format --check-formatted', CHECKS],
    ],
  },
];

/** Listed among the findings. The classes in the user's file decide what may be done with them. */
export const SURROUNDINGS: readonly { readonly name: string; readonly files: readonly string[] }[] = [
  { name: 'Docker', files: ['Dockerfile', 'compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'] },
  { name: 'Terraform', files: ['main.tf', 'terraform', 'infra/main.tf', '.terraform.lock.hcl'] },
  { name: 'Kubernetes', files: ['k8s', 'kubernetes', 'helm', 'Chart.yaml', 'kustomization.yaml', 'skaffold.yaml'] },
  { name: 'GitHub Actions', files: ['.github/workflows'] },
  { name: 'GitLab CI', files: ['.gitlab-ci.yml'] },
  { name: 'CircleCI', files: ['.circleci'] },
  { name: 'Jenkins', files: ['Jenkinsfile'] },
  { name: 'AWS CDK', files: ['cdk.json'] },
  { name: 'Serverless', files: ['serverless.yml'] },
  { name: 'Vercel', files: ['vercel.json'] },
  { name: 'Google Cloud', files: ['cloudbuild.yaml', 'app.yaml'] },
];

/** By its lock file; npm if there is none. */
export const PACKAGE_MANAGERS: readonly { readonly name: PackageManager; readonly files: readonly string[] }[] = [
  { name: 'pnpm', files: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'] },
  { name: 'yarn', files: ['yarn.lock'] },
  { name: 'bun', files: ['bun.lock', 'bun.lockb'] },
];

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** Names of scripts and targets that check or build; those that deploy or publish have other names. */
export const USUAL_SCRIPT: RegExp =
  /^(?:test|tests|unit|lint|build|compile|check|checks|typecheck|type-check|types|tsc|fmt|format|coverage|verify|vet|clippy)(?:[:_-](?:unit|e2e|integration|ci|all|types?|js|ts|css|check|fix|coverage|watch|dev|prod|debug|release|once|quick|only|run))*$/;

export const MAX_PROJECT_RULES: number = 40;
