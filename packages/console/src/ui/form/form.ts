import { useForm, type UseFormReturnType } from '@mantine/form'

/**
 * Forms: Mantine's state with uncontrolled fields. `submit(form, save)` moves the focus to the first invalid
 * field.
 *
 *   const form = useForm({ initialValues: { label: '' }, validate: { label: (v) => v ? null : t('…') } })
 *   <form onSubmit={submit(form, async (values) => …)} noValidate>
 */
export { useForm }

export function submit<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  save: (values: V) => void | Promise<void>,
) {
  return form.onSubmit(
    (values) => void save(values),
    (errors) => {
      const first = Object.keys(errors)[0]
      if (first) form.getInputNode(first)?.focus()
    },
  )
}
