/** The UI library's parts that the console uses; a part's styles are listed in `mantine.css`. */
export {
  Alert,
  Badge,
  Button,
  Group,
  Loader,
  Menu,
  Modal,
  PasswordInput,
  Select,
  Skeleton,
  Stack,
  Switch,
  Tabs,
  TextInput,
  Title,
} from '@mantine/core'
