import { contract } from "../contract/suite.ts";
import { openSqlite } from "./opened.ts";

contract("SQLite", openSqlite);
