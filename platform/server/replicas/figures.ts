import { Counter, Gauge, type GaugeConfiguration, type Registry } from 'prom-client'
import type { Replicas } from './replicas.ts'

/** Registers the metrics of replicas, labeled by their number in DATABASE_READ_URLS and combined for all processes. */
export function registerReplicaMetrics(
  registry: Registry,
  { all, chosen, fallbacks }: Replicas,
): void {
  const registers = [registry]
  const labelNames = ['replica'] as const
  const gauge = (options: Omit<GaugeConfiguration<'replica'>, 'labelNames'>) =>
    new Gauge({ ...options, labelNames, registers })
  gauge({
    name: 'replica_reading_processes',
    help: 'Processes that read from this replica now.',
    collect() {
      const from = chosen()
      for (const one of all) this.set({ replica: one.number }, one === from ? 1 : 0)
    },
  })
  gauge({
    name: 'replica_left_out_processes',
    help: 'Processes that leave this replica out; not for being the primary.',
    collect() {
      for (const { number, state } of all) {
        const well = state.leftOut === null || state.leftOut === 'primary'
        this.set({ replica: number }, well ? 0 : 1)
      }
    },
  })
  gauge({
    name: 'replica_lag_seconds',
    help: 'How far this replica is behind at least, as the process says that sees most of it.',
    aggregator: 'max',
    collect() {
      for (const { number, state } of all) this.set({ replica: number }, state.behind / 1000)
    },
  })
  const counted = new Counter({
    name: 'replica_reads_instead_total',
    help: 'Reads that went to the primary: `none` no replica could be asked, `unreplayed` it hadn’t what was to be seen, `failed` it broke off.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const reason of ['none', 'unreplayed', 'failed'] as const)
        counted.inc({ reason }, fallbacks.get(reason) ?? 0)
    },
  })
}
