import { adminActivity, adminHealth } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Dimmed, Failure, Loading, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import { LabelledAgo } from '../../../ui/time/moment.tsx'
import { ActivityChart } from '../dashboard/activity-chart.tsx'
import css from '../dashboard/dashboard.module.css'
import { LevelChip } from '../dashboard/health-tile.tsx'
import { HealthTiles } from '../dashboard/health-tiles.tsx'
import { type Health, judgeHealth, worst } from '../dashboard/judge-health.ts'
import { LedgerCard } from '../dashboard/ledger-card.tsx'
import { SessionsCard } from '../dashboard/sessions-card.tsx'
import { UnknownProxy } from '../dashboard/unknown-proxy.tsx'
import { StorageCard } from '../dashboard/storage-card.tsx'

/** No hint reports changes of the server's health, so it is polled while the page is visible. */
const healthMs = 5_000
const activityMs = 30_000

/** The most important facts for the operator of the installation. */
export default function Dashboard() {
  const t = useTexts('dashboard')
  const health = useEndpoint(adminHealth, {}, { refetchInterval: healthMs })
  const activity = useEndpoint(adminActivity, {}, { refetchInterval: activityMs })
  return (
    <Page>
      <PageHead
        title={t('title')}
        badge={health.data && !health.error && <Overall health={health.data} />}
        facts={health.data && <Facts health={health.data} />}
      />
      {health.error && (
        <Failure
          small={health.data !== undefined}
          error={health.error}
          title={health.data && t('stale')}
          onRetry={() => void health.refetch()}
        />
      )}
      {health.data ? (
        <Dimmed when={health.error !== null}>
          <UnknownProxy address={health.data.unknownproxy} />
          <HealthTiles health={health.data} />
          <div className={css.columns}>
            <Stack>
              {activity.data ? (
                <ActivityChart hours={activity.data.hours} />
              ) : (
                <Unloaded small query={activity} rows={4} />
              )}
              <LedgerCard />
              <StorageCard health={health.data} />
            </Stack>
            <SessionsCard />
          </div>
        </Dimmed>
      ) : (
        health.isPending && <Loading rows={6} rowHeight={88} />
      )}
    </Page>
  )
}

function Overall({ health }: { health: Health }) {
  const t = useTexts('dashboard')
  const levels = Object.values(judgeHealth(health))
  const level = worst(levels)
  const count = levels.filter((one) => one === level).length
  return <LevelChip level={level}>{level === 'good' ? t('well') : t(level, { count })}</LevelChip>
}

function Facts({ health }: { health: Health }) {
  const t = useTexts('dashboard')
  return (
    <>
      <span>{t('consoles', { count: health.consoles })}</span>
      <LabelledAgo label={t('looked')} at={health.now} />
    </>
  )
}
