import { useForm as useMantineForm } from '@mantine/form'
import { afterPress } from './afterPress.ts'

type Values = Readonly<Record<string, unknown>>

interface FormStart {
  readonly initialValues: Values
  /** Broken rules by field; none is a valid form. */
  readonly validate: (values: Values) => Record<string, string>
}

/** A form whose fields are checked when left, and all of them before it is sent. */
export function useForm({ initialValues, validate }: FormStart) {
  const form = useMantineForm<Record<string, unknown>>({
    mode: 'controlled',
    initialValues: { ...initialValues },
    validate,
  })
  /** What a field component needs to show and change one value. */
  const hold = (name: string) => {
    const error = form.errors[name]
    return {
      value: form.values[name],
      onChange: (value: unknown) => form.setFieldValue(name, value),
      onBlur: () => {
        // What the server said about a value stands until the value changes.
        if (!error) afterPress(() => form.validateField(name))
      },
      error: typeof error === 'string' ? error : undefined,
    }
  }
  /** What is refused of a part is said at the field that holds it: `iceServers.0.url` is one of `iceServers`. */
  const setErrors = (errors: Readonly<Record<string, string>>) => {
    const values = form.getValues()
    const fieldOf = (name: string) => (name in values ? name : (name.split('.')[0] ?? name))
    form.setErrors(
      Object.fromEntries(Object.entries(errors).map(([name, text]) => [fieldOf(name), text])),
    )
  }
  return { ...form, hold, setErrors }
}
