import { type AnswerOf, type noticePushGet, noticePushSet, pushKinds } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { SwitchField } from '../../../ui/form/fields.tsx'
import css from './driver.module.css'

interface Props {
  /** Kinds that are turned off. */
  off: AnswerOf<typeof noticePushGet>['off']
  /** The device, if it is known to the server. */
  body: { endpoint?: string }
}

/** Kinds of notices, each with a switch; loaded after the page, which is complete without them. */
export function Kinds({ off: stored, body }: Props) {
  const t = useTexts('driver-data')
  const save = useChange(noticePushSet)
  const off = save.isPending ? save.variables.off : stored
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
