import { objectAccessSet } from '@stationmaster/contract'
import { useState } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Failure } from '../../../ui/feedback/feedback.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { ObjectPicker, type Picked } from '../object-picker.tsx'
import { named, type RuleSubject } from './marks.ts'
import { SubjectPicker } from './subject-picker.tsx'
import css from './security.module.css'
import { useChange } from '../../../lib/use-change.ts'

/** Adds an exception: hides an object from a group or user; its other letters are set in its row afterwards. */
export function AddException({ classCode }: { classCode: string }) {
  const t = useTexts('security')
  const [object, setObject] = useState<Picked | null>(null)
  const [subject, setSubject] = useState<RuleSubject | null>(null)
  const add = useChange(objectAccessSet, {
    done: t('ui.changed'),
    onReloaded: () => {
      setObject(null)
      setSubject(null)
    },
  })
  return (
    <Stack gap={3}>
      {add.error && <Failure small error={add.error} />}
      <div className={css.pickers}>
        <ObjectPicker
          label={t('object.one')}
          placeholder={t('pick')}
          classCode={classCode}
          value={object}
          onPick={setObject}
        />
        <SubjectPicker
          key={subject ? subject.id : 'none'}
          label={t('object.whom')}
          value={subject}
          onPick={setSubject}
        />
      </div>
      <div>
        <Button
          disabled={!object || !subject}
          loading={add.isPending}
          onClick={() =>
            object &&
            subject &&
            add.mutate({ class: classCode, id: object.id, ...named(subject), deny: { s: true } })
          }
        >
          {t('object.hide')}
        </Button>
      </div>
    </Stack>
  )
}
