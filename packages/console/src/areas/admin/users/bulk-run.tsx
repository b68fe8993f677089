import { groupMemberAdd } from '@stationmaster/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import css from '../admin.module.css'
import type { Person } from './bulk-users.tsx'
import { acts, type UserAction } from './user-actions.ts'

/** What is done with whom: an action, or a group that they are put into. */
export interface Work {
  title: string
  people: readonly Person[]
  action: UserAction | { group: string }
}

interface Refused extends Person {
  why: string
}

/** Runs the work while it is open; closing it, or leaving, stops after the person who is being worked on. */
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

function useRun({ people, action }: Work) {
  const queries = useQueryClient()
  const [done, setDone] = useState(0)
  const [refused, setRefused] = useState<Refused[]>([])
  const begun = useRef(false)
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    if (!begun.current) {
      begun.current = true
      void run()
    }
    return () => {
      isStopped.current = true
    }
    async function run(): Promise<void> {
      for (const person of people) {
        if (isStopped.current) break
        try {
          await (typeof action === 'string'
            ? acts[action](person.id)
            : call(groupMemberAdd, { id: action.group, member: person.id }))
        } catch (problem) {
          const why = problem instanceof Error ? problem.message : ''
          setRefused((before) => [...before, { ...person, why }])
        }
        setDone((before) => before + 1)
      }
      await Promise.all(
        ['People', 'Groups'].map((subject) => queries.invalidateQueries({ queryKey: [subject] })),
      )
    }
  }, [people, action, queries])
  return { done, refused, isOver: done === people.length }
}
