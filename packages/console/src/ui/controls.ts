/** The UI library's parts that the console uses; a part's styles are listed in `mantine.css`. */
export {
  Alert,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  Modal,
  PasswordInput,
  Skeleton,
  Stack,
  Tabs,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
