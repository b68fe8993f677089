import {
  type AnswerOf,
  noticePushAdd,
  noticePushDelete,
  noticePushGet,
  noticePushSet,
  pushKinds,
} from '@stationmaster/contract'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
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
import { SwitchField } from '../../../ui/form/fields.tsx'
import css from './driver.module.css'

type Settings = AnswerOf<typeof noticePushGet>

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
          <Kinds settings={settings.data} body={body} />
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

function Kinds({ settings, body }: { settings: Settings; body: { endpoint?: string } }) {
  const t = useTexts('driver-data')
  const save = useChange(noticePushSet)
  const off = save.isPending ? save.variables.off : settings.off
  return (
    <fieldset className={css.group}>
      <legend>{t('push.kinds')}</legend>
      {save.error && <Failure small error={save.error} />}
      {pushKinds.map((kind) => (
        <SwitchField
          key={kind}
          className={css.switch}
          label={t(`push.kind.${kind}`)}
          checked={!off.includes(kind)}
          disabled={save.isPending}
          onChange={({ currentTarget: { checked } }) => {
            const others = off.filter((one) => one !== kind)
            save.mutate({ ...body, off: checked ? others : [...others, kind] })
          }}
        />
      ))}
    </fieldset>
  )
}
