import { contract } from "../contract/suite.ts";
import { openPostgres } from "./opened.ts";

contract("PostgreSQL", openPostgres);
