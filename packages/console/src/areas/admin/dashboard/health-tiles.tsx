import { useFormat } from '../../../lib/format.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LabelledAgo } from '../../../ui/time/moment.tsx'
import css from './dashboard.module.css'
import { HealthTile } from './health-tile.tsx'
import { type Health, judgeHealth } from './judge-health.ts'

/** The state of the server at a glance; each tile links to details. */
export function HealthTiles({ health }: { health: Health }) {
  const t = useTexts('dashboard')
  return (
    <ul className={css.tiles} aria-label={t('state')}>
      <LoadTiles health={health} />
      <ResourceTiles health={health} />
    </ul>
  )
}

const unknown = '–'

/** Load from stations and users. */
function LoadTiles({ health }: { health: Health }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const levels = judgeHealth(health)
  const { calls, counts } = health
  const commands = counts?.commands
  const jobs = counts?.jobs
  const away = t('notes.away')
  const offline = counts ? counts.stations - counts.online : 0
  return (
    <>
      <HealthTile
        label={t('tiles.stations')}
        level={levels.stations}
        value={counts ? format.number(counts.online) : unknown}
        of={counts ? `/ ${format.number(counts.stations)}` : undefined}
        note={!counts ? away : offline > 0 ? t('notes.offline', { count: offline }) : t('notes.allOnline')}
        to={addressOf('/crm/stations', [], offline > 0 ? { state: 'offline' } : {})}
      />
      <HealthTile
        label={t('tiles.calls')}
        level={levels.calls}
        value={calls.oldestms === 0 ? format.duration(0) : format.responseTime(calls.oldestms)}
        note={calls.oldestms === 0 ? t('notes.noCall') : t('notes.callWaits')}
        to={addressOf('/ocpp')}
      />
      <HealthTile
        label={t('tiles.ingest')}
        level={levels.ingest}
        value={format.number(calls.waiting)}
        note={
          calls.awaysince ? (
            <LabelledAgo label={t('notes.awaySince')} at={calls.awaysince} />
          ) : calls.stuckms > 1_000 ? (
            t('notes.stuck', { time: format.responseTime(calls.stuckms) })
          ) : (
            t('notes.toStore')
          )
        }
        to={addressOf('/crm/stations')}
      />
      <HealthTile
        label={t('tiles.commands')}
        level={levels.commands}
        value={commands ? format.number(commands.queued) : unknown}
        note={
          !commands ? (
            away
          ) : commands.oldest ? (
            <LabelledAgo label={t('notes.oldest')} at={commands.oldest} />
          ) : (
            t('notes.sent', { count: commands.sent })
          )
        }
        to={addressOf('/ocpp/command')}
      />
      <HealthTile
        label={t('tiles.jobs')}
        level={levels.jobs}
        value={jobs ? format.number(jobs.due) : unknown}
        note={
          !jobs
            ? away
            : jobs.failed > 0
              ? t('notes.failed', { count: jobs.failed })
              : t('notes.jobs', { count: jobs.running })
        }
        to={addressOf('/admin/dblog', [], { q: 'jobs' })}
      />
    </>
  )
}

/** Resources of the server. */
function ResourceTiles({ health }: { health: Health }) {
  const t = useTexts('dashboard')
  const format = useFormat()
  const levels = judgeHealth(health)
  const { loop, pools, counts, sizes, disk, memory } = health
  const sum = (part: 'busy' | 'most' | 'waiting') => pools.reduce((total, pool) => total + pool[part], 0)
  return (
    <>
      <HealthTile
        label={t('tiles.database')}
        level={levels.database}
        value={format.number(sum('busy'))}
        of={`/ ${format.number(sum('most'))}`}
        note={
          !counts
            ? t('notes.away')
            : sum('waiting') > 0
              ? t('notes.poolWaits', { count: sum('waiting') })
              : t('notes.pool', { size: format.bytes(sizes?.database) })
        }
        to="#storage"
      />
      <HealthTile
        label={t('tiles.disk')}
        level={levels.disk}
        value={disk ? format.bytes(disk.free) : unknown}
        note={t('notes.disk', { total: format.bytes(disk?.total) })}
        to="#storage"
      />
      <HealthTile
        label={t('tiles.memory')}
        level={levels.memory}
        value={format.bytes(memory.used)}
        note={t('notes.memory', { free: format.bytes(memory.free), total: format.bytes(memory.total) })}
        to="#storage"
      />
      <HealthTile
        label={t('tiles.loop')}
        level={levels.loop}
        value={format.responseTime(loop.worstms)}
        note={t('notes.loop', { time: format.responseTime(loop.typicalms) })}
        to="#activity"
      />
      <HealthTile
        label={t('tiles.uptime')}
        level="good"
        value={format.duration((Date.parse(health.now) - Date.parse(health.started)) / 1000)}
        note={
          <span title={format.dateTime(health.started)}>{t('version', { version: health.version })}</span>
        }
        to="#storage"
      />
    </>
  )
}
