import { IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Failure } from '../feedback/feedback.tsx'
import css from './tree.module.css'

export interface TreeNode {
  id: string
  label: string
  icon?: ReactNode
  /** Shown next to the label at the end of the row. */
  end?: ReactNode
  hasNodes: boolean
}

/** The children of a node, or the top level; undefined while they are loading. */
export interface TreeLevel {
  nodes: readonly TreeNode[] | undefined
  error: Error | null
  retry: () => void
}

export interface TreeProps {
  /** Accessible name. */
  label: string
  /** Returns the top level or the children of an expanded node. */
  level: (parent: string | null) => TreeLevel
  selected: string | null
  onSelect: (id: string) => void
  opened: ReadonlySet<string>
  onOpen: (id: string, isOpen: boolean) => void
}

/**
 * A tree whose levels may be fetched when expanded. Arrows move and expand, Home and End go to the ends,
 * Enter selects; a letter moves to the next label that starts with it.
 */
export function Tree(props: TreeProps) {
  const root = useRef<HTMLUListElement>(null)
  const [reached, setReached] = useState<string | null>(null)
  const { nodes } = props.level(null)
  const reachable = reached ?? props.selected ?? nodes?.[0]?.id ?? null
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of all nodes of a tree (WAI-ARIA, tree view)
    <ul
      ref={root}
      role="tree"
      aria-label={props.label}
      onKeyDown={(event) => walk(event, root.current, props)}
      onFocus={({ target }) => setReached(target.dataset['node'] ?? null)}
    >
      <Level parent={null} level={1} tree={props} reachable={reachable} />
    </ul>
  )
}

interface LevelProps {
  parent: string | null
  level: number
  tree: TreeProps
  reachable: string | null
}

function Level({ parent, level, tree, reachable }: LevelProps) {
  const { nodes, error, retry } = tree.level(parent)
  if (error && !nodes)
    return (
      <li role="none">
        <Failure small error={error} onRetry={retry} />
      </li>
    )
  if (!nodes) return <li role="none" className={css.waiting} />
  return nodes.map((node, place) => (
    <Branch
      key={node.id}
      node={node}
      place={place}
      of={nodes.length}
      level={level}
      tree={tree}
      reachable={reachable}
    />
  ))
}

interface BranchProps extends Omit<LevelProps, 'parent'> {
  node: TreeNode
  /** From 0, among its siblings. */
  place: number
  of: number
}

function Branch({ node, place, of, level, tree, reachable }: BranchProps) {
  const isOpen = node.hasNodes && tree.opened.has(node.id)
  const isSelected = tree.selected === node.id
  return (
    <li role="none">
      {/*
       * Only the row is the tree item, so that its name is its own text without the levels below; its
       * position in the tree is in attributes. Clicks are for pointers; keys are handled once for the whole
       * tree.
       */}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the tree */}
      <div
        role="treeitem"
        aria-level={level}
        aria-selected={isSelected}
        aria-expanded={node.hasNodes ? isOpen : undefined}
        aria-posinset={place + 1}
        aria-setsize={of}
        data-node={node.id}
        data-label={node.label}
        tabIndex={reachable === node.id ? 0 : -1}
        className={css.row}
        style={{ paddingInlineStart: 4 + (level - 1) * 16 }}
        onClick={() => tree.onSelect(node.id)}
      >
        {/* For the pointer: the arrow keys also expand and collapse the node. */}
        {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the arrow keys do the same */}
        <span
          className={css.twist}
          data-open={isOpen || undefined}
          onClick={(event) => {
            if (!node.hasNodes) return
            event.stopPropagation()
            tree.onOpen(node.id, !isOpen)
          }}
        >
          {node.hasNodes && <IconChevronRight size={14} />}
        </span>
        {node.icon && <span className={css.icon}>{node.icon}</span>}
        <bdi className={`${css.label} ellipsis`}>{node.label}</bdi>{' '}
        {node.end && <span className={css.end}>{node.end}</span>}
      </div>
      {isOpen && (
        <ul role="none">
          <Level parent={node.id} level={level + 1} tree={tree} reachable={reachable} />
        </ul>
      )}
    </li>
  )
}

const items = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? []),
]

function walk(event: KeyboardEvent, root: HTMLElement | null, tree: TreeProps): void {
  const all = items(root)
  const at = all.indexOf(event.target as HTMLElement)
  const item = all[at]
  const id = item?.dataset['node']
  if (!item || id === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const next = step(event.key, { all, at, item, id, tree })
  if (next === undefined) return
  event.preventDefault()
  event.stopPropagation()
  next?.focus()
}

/** Handles a key: returns an item to focus, null if handled without one, undefined for an unhandled key. */
function step(
  key: string,
  {
    all,
    at,
    item,
    id,
    tree,
  }: { all: HTMLElement[]; at: number; item: HTMLElement; id: string; tree: TreeProps },
): HTMLElement | null | undefined {
  const open = item.getAttribute('aria-expanded')
  switch (key) {
    case 'ArrowDown':
      return all[at + 1] ?? null
    case 'ArrowUp':
      return all[at - 1] ?? null
    case 'Home':
      return all[0] ?? null
    case 'End':
      return all.at(-1) ?? null
    case 'ArrowRight':
      if (open === 'true') return all[at + 1] ?? null
      if (open === 'false') tree.onOpen(id, true)
      return null
    case 'ArrowLeft':
      if (open !== 'true') return all.slice(0, at).findLast((one) => levelOf(one) < levelOf(item)) ?? null
      tree.onOpen(id, false)
      return null
    case 'Enter':
    case ' ':
      tree.onSelect(id)
      return null
    default:
      return key.length === 1 ? beginningWith(key, all, at) : undefined
  }
}

const levelOf = (item: HTMLElement): number => Number(item.getAttribute('aria-level'))

function beginningWith(letter: string, all: HTMLElement[], at: number): HTMLElement | null {
  const wanted = letter.toLocaleLowerCase()
  const inTurn = [...all.slice(at + 1), ...all.slice(0, at + 1)]
  return inTurn.find((item) => item.dataset['label']?.toLocaleLowerCase().startsWith(wanted)) ?? null
}
