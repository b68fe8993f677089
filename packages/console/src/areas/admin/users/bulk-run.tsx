import { groupMemberAdd } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, CallError } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import css from '../admin.module.css'
import type { Person, BulkTask } from './bulk-task.ts'
import { actionCalls } from './user-actions.ts'

interface Refused extends Person {
  reason: string
}

/** Runs the action while the dialog is open; closing it, or leaving, stops after the current user. */
export function BulkRun({ task, onClose }: { task: BulkTask; onClose: () => void }) {
  const t = useTexts('admin')
  const { done, refused, isFinished } = useRun(task)
  const of = task.people.length
  return (
    <Dialog
      title={task.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{isFinished ? t('ui.close') : t('users.stop')}</Button>}
    >
      <Stack>
        <progress className={css.progress} max={of} value={done} aria-label={task.title} />
        <p aria-live={isFinished ? 'polite' : 'off'}>{t('users.bulk.progress', { done, of })}</p>
        {refused.length > 0 && (
          <Notice tone="warn">{t('users.bulk.refused', { count: refused.length })}</Notice>
        )}
        {refused.length > 0 && (
          <RowList>
            {refused.map(({ id, username, reason }) => (
              <li key={id}>
                <div>
                  <bdi className="mono">{username}</bdi>
                  <small className="muted">{reason}</small>
                </div>
              </li>
            ))}
          </RowList>
        )}
      </Stack>
    </Dialog>
  )
}

function useRun(task: BulkTask) {
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const [refused, setRefused] = useState<Refused[]>([])
  const [isFinished, setFinished] = useState(false)
  const hasStarted = useRef(false)
  const isStopped = useRef(false)
  useEffect(() => {
    const run = async (): Promise<void> => {
      for (const person of task.people) {
        if (isStopped.current) break
        const reason = await refusalOf(task.action, person)
        // A user who declines the fresh sign-in is not asked again for each remaining row.
        if (reason === 'sign_in.fresh_required') break
        if (reason !== null) setRefused((before) => [...before, { ...person, reason }])
        setDone((before) => before + 1)
      }
      setFinished(true)
      for (const subject of ['People', 'Groups']) void queries.invalidateQueries({ queryKey: [subject] })
    }
    isStopped.current = false
    if (!hasStarted.current) {
      hasStarted.current = true
      void run()
    }
    return () => {
      isStopped.current = true
    }
  }, [task, queries])
  return { done, refused, isFinished }
}

/** Runs the action for one user; returns the reason of a refusal. */
async function refusalOf(action: BulkTask['action'], { id }: Person): Promise<string | null> {
  try {
    await (typeof action === 'string'
      ? actionCalls[action](id)
      : call(groupMemberAdd, { id: action.group, member: id }))
    return null
  } catch (problem) {
    if (problem instanceof CallError && problem.code === 'sign_in.fresh_required') return problem.code
    return problem instanceof Error ? problem.message : ''
  }
}
