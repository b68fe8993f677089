import { type AnswerOf, noticePushAdd, noticePushDelete, noticePushGet } from '@stationmaster/contract'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import {
  ownEndpoint,
  type PushSupport,
  pushSupport,
  subscribeDevice,
  unsubscribeDevice,
} from '../../../lib/push-device.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import css from './driver.module.css'

type Settings = AnswerOf<typeof noticePushGet>

const Kinds = lazy(async () => ({ default: (await import('./push-kinds.tsx')).Kinds }))

/** Notices on this device: what they are for, on and off, and their kinds. */
export function PushSettings() {
  const t = useTexts('driver-data')
  // undefined until the browser has answered
  const [endpoint, setEndpoint] = useState<string | null | undefined>()
  useEffect(() => {
    ownEndpoint().then(setEndpoint, () => setEndpoint(null))
  }, [])
  const body = endpoint ? { endpoint } : {}
  const settings = useEndpoint(noticePushGet, body, { enabled: endpoint !== undefined, keepPrevious: true })
  return (
    <section className={css.card}>
      <h2>{t('push.title')}</h2>
      {settings.data ? (
        <>
          <Device settings={settings.data} onChanged={setEndpoint} />
          <Suspense>
            <Kinds off={settings.data.off} body={body} />
          </Suspense>
        </>
      ) : (
        <Unloaded query={settings} rows={3} />
      )}
    </section>
  )
}

function Device({
  settings,
  onChanged,
}: {
  settings: Settings
  onChanged: (endpoint: string | null) => void
}) {
  const t = useTexts('driver-data')
  const [support, setSupport] = useState<PushSupport>(pushSupport)
  const add = useChange(noticePushAdd, { done: null })
  const remove = useChange(noticePushDelete, { done: null })
  const turnOn = useMutation({
    mutationFn: async () => {
      const device = await subscribeDevice(settings.key)
      setSupport(pushSupport())
      if (!device) return
      await add.mutateAsync(device)
      onChanged(device.endpoint)
    },
  })
  const turnOff = useMutation({
    mutationFn: async () => {
      const endpoint = await ownEndpoint()
      if (endpoint !== null) await remove.mutateAsync({ endpoint })
      await unsubscribeDevice()
      onChanged(null)
    },
  })
  if (support !== 'yes') return <p className={css.small}>{t(`push.${support}`)}</p>
  const change = settings.on ? turnOff : turnOn
  // the error of the server explains more than that of the browser
  const refused = add.error ?? remove.error
  return (
    <>
      <output className={css.small}>{t(settings.on ? 'push.on' : 'push.lead')}</output>
      {refused && <Failure small error={refused} />}
      {!refused && turnOn.error && (
        <p className={css.small} role="alert">
          {t('push.unreachable')}
        </p>
      )}
      <button type="button" className={css.big} disabled={change.isPending} onClick={() => change.mutate()}>
        {settings.on ? <IconBellOff size={22} /> : <IconBell size={22} />}
        {t(settings.on ? 'push.turnOff' : 'push.turnOn')}
      </button>
    </>
  )
}
