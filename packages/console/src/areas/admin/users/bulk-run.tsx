import { groupMemberAdd } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, CallError } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import css from '../admin.module.css'
import type { Person, Work } from './bulk-work.ts'
import { acts } from './user-actions.ts'

interface Refused extends Person {
  why: string
}

/** Runs the action while the dialog is open; closing it, or leaving, stops after the current user. */
export function BulkRun({ work, onClose }: { work: Work; onClose: () => void }) {
  const t = useTexts('admin')
  const say = useTexts()
  const { done, refused, isOver } = useRun(work)
  const of = work.people.length
  return (
    <Dialog
      title={work.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{isOver ? say('ui.close') : t('users.stop')}</Button>}
    >
      <Stack>
        <progress className={css.progress} max={of} value={done} aria-label={work.title} />
        <p aria-live={isOver ? 'polite' : 'off'}>{t('users.bulk.progress', { done, of })}</p>
        {refused.length > 0 && (
          <Notice tone="warn">{t('users.bulk.refused', { count: refused.length })}</Notice>
        )}
        {refused.length > 0 && (
          <ul className={css.rows}>
            {refused.map(({ id, username, why }) => (
              <li key={id}>
                <div>
                  <bdi className="mono">{username}</bdi>
                  <small className="muted">{why}</small>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  )
}

function useRun(work: Work) {
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const [refused, setRefused] = useState<Refused[]>([])
  const [isOver, setOver] = useState(false)
  const begun = useRef(false)
  const isStopped = useRef(false)
  useEffect(() => {
    const run = async (): Promise<void> => {
      for (const person of work.people) {
        if (isStopped.current) break
        const why = await refusalOf(work.action, person)
        // A user who declines the fresh sign-in is not asked again for each remaining row.
        if (why === 'fresh_login_required') break
        if (why !== null) setRefused((before) => [...before, { ...person, why }])
        setDone((before) => before + 1)
      }
      setOver(true)
      for (const subject of ['People', 'Groups']) void queries.invalidateQueries({ queryKey: [subject] })
    }
    isStopped.current = false
    if (!begun.current) {
      begun.current = true
      void run()
    }
    return () => {
      isStopped.current = true
    }
  }, [work, queries])
  return { done, refused, isOver }
}

/** Runs the action for one user; returns the reason of a refusal. */
async function refusalOf(action: Work['action'], { id }: Person): Promise<string | null> {
  try {
    await (typeof action === 'string'
      ? acts[action](id)
      : call(groupMemberAdd, { id: action.group, member: id }))
    return null
  } catch (problem) {
    if (problem instanceof CallError && problem.code === 'fresh_login_required') return problem.code
    return problem instanceof Error ? problem.message : ''
  }
}
