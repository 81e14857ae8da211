// The part of the router that pages use. It is shared, so that all plugins navigate the same history.
export {
  Link,
  Navigate,
  NavLink,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router'
