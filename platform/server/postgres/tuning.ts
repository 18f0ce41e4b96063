import { totalmem } from 'node:os'

/** The machine's or container's memory in MB. */
const memory = Math.min(process.constrainedMemory() || Infinity, totalmem()) / 2 ** 20
/** An eighth of it, and at most 512, because even an idle server takes 15 MB for each gigabyte of buffers. */
const buffers = Math.round(Math.min(512, Math.max(256, memory / 8)))

/** Tuned for two cores shared with the rest of Yolo, and for frequent small updates, which need frequent autovacuum. */
export const tuning = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Each process of the site opens up to 45 connections. Several processes, commands and backups share the server.
  max_connections: '250',
  shared_buffers: `${buffers}MB`,
  effective_cache_size: `${Math.round(memory / 2)}MB`,
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  wal_level: 'replica',
  wal_buffers: '4MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Queries are short and cores are few. A container's small /dev/shm would also break parallel queries.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  autovacuum_naptime: '10s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.02',
  autovacuum_vacuum_cost_limit: '2000',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_checkpoints: 'off',
  // User input must not reach a log, so neither statements nor the rows in error details are logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}
/** Settings for tests, whose data may be lost. */
export const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
