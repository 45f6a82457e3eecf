export type { HostAdapter } from './hosts/host-adapter.ts';
